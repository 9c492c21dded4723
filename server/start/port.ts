import { createServer } from 'node:net';
import { StartRefused } from '../db/startRefused.ts';

/** A message that explains why the port is unavailable; other errors are returned unchanged. */
export const toPortError = (error: NodeJS.ErrnoException, port: number, host: string): Error => {
  if (error.code === 'EADDRINUSE') return new StartRefused(`Port ${port} is in use: stop what uses it, or set PORT to another.`);
  if (error.code === 'EACCES') return new StartRefused(`Port ${port} needs rights this user does not have: set PORT to another.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartRefused(`HOST is ${host}, which is no address of this machine.`);
  return error;
};

/** Tests the port before the database is opened and filled. @throws StartRefused */
export const assertPortFree = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(toPortError(error, port, host)));
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
