import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startDemoProvider } from './identity-provider.ts';

/**
 * `npm run demo:auth`: runs everything of `npm start` with a sign-in, its own identity provider and one user. UI_PORT and PORT apply. For trials only:
 * everyone who reads the output can sign in.
 */
const uiUrl = `http://localhost:${process.env['UI_PORT'] ?? '8081'}`;
const apiUrl = `http://localhost:${process.env['PORT'] ?? '8080'}`;
const password = randomBytes(4).toString('hex');
const client = { id: 'sluice-ui', secret: randomBytes(16).toString('hex') };
const claims = { name: 'Demo User', preferred_username: 'demo', groups: ['clerks', 'managers'], email: 'demo@example.org' };

const provider = await startDemoProvider({
  port: Number(process.env['DEMO_ISSUER_PORT'] ?? '8079'),
  users: { demo: { password, claims } },
  client,
  uiUrls: [uiUrl],
});
const service = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'sluice.mjs'), 'start'], {
  stdio: ['inherit', 'pipe', 'pipe'],
  env: {
    ...process.env,
    UI_PORT: new URL(uiUrl).port,
    PORT: new URL(apiUrl).port,
    Authentication__Authority: provider.url,
    Authentication__RequireHttpsMetadata: 'false',
    Authentication__ClientId: client.id,
    Authentication__ClientSecret: client.secret,
  },
});
service.stdout.pipe(process.stdout);
service.stderr.on('data', (text: Buffer) => {
  process.stderr.write(text);
  if (text.includes(' is ready (')) process.stdout.write(guide());
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => {
  void provider.stop().then(() => process.exit(code ?? 0));
});

function guide(): string {
  return `  Signing in is on. Identity provider: ${provider.url}

    Pages  ${uiUrl}      user: demo   password: ${password}

    # a token for the API
    TOKEN=$(curl -s -u ${client.id}:${client.secret} ${provider.url}/token -d grant_type=client_credentials | cut -d'"' -f4)
    curl -s ${apiUrl}/Definitions -H "Authorization: Bearer $TOKEN"

`;
}
