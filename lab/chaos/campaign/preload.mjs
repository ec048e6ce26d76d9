// Preloaded in every process of the service in a campaign: moves its clock, and ends or freezes it at a named point of a transaction.
let stepMs = 0;
let armed;

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + stepMs);
    else super(...args);
  }
  static now() {
    return RealDate.now() + stepMs;
  }
};

/** The signal reaches this process before the point is left. */
function atPoint(point) {
  if (armed?.point !== point || --armed.visits > 0) return undefined;
  const { signal } = armed;
  armed = undefined;
  process.kill(process.pid, signal);
  return undefined;
}

async function onMessage(order) {
  if (order.stepMs !== undefined) stepMs = order.stepMs;
  if (order.at === undefined) return;
  const { setPause } = await import(new URL('../../../dist/worker/pause-points.js', import.meta.url));
  armed = order.at ?? undefined; // null: no order
  setPause(atPoint);
}

if (process.channel) {
  process.on('message', onMessage);
  process.channel.unref();
}
