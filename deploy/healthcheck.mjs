// Ends with 0 when the role of this container answers /health. One role runs per container, each on a port of its own.
const ports = [process.env.PORT || 8080, process.env.UI_PORT || 8081, process.env.METRICS_PORT || 9464];
const answers = ports.map(async (port) => {
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
});
await Promise.any(answers).catch(() => process.exit(1));
