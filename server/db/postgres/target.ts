import { StartRefused } from '../startRefused.ts';

/** Host, port and database, without user and password. @throws StartRefused naming the variable */
export const describeTarget = (databaseUrl: string, variable: string): string => {
  try {
    const url = new URL(databaseUrl);
    if (!['postgres:', 'postgresql:'].includes(url.protocol)) throw new Error();
    return `${url.hostname || 'localhost'}:${url.port || 5432}${url.pathname}`;
  } catch {
    throw new StartRefused(`${variable} is not an address of a PostgreSQL database, such as postgres://user:password@host:5432/name.`);
  }
};
