// npm run dev: the server with reload, alongside Vite; `?inspect` opens the live inspector.
import { ensureInstalled, startBin } from './lib.mjs';

ensureInstalled();
const apiPort = process.env.API_PORT ?? '8081';
const env = { ...process.env, API_PORT: apiPort };
const children = [
  startBin('tsx', ['watch', '--clear-screen=false', 'server/main.ts', '--demo'], { env: { ...env, PORT: apiPort } }),
  startBin('vite', ['--port', process.env.PORT ?? '8080', '--host', '127.0.0.1'], { env }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
