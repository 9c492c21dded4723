/**
 * A child process that uses a data directory until the test kills it: `child.ts <directory> hold|write`. Prints `ready`, ids or the
 * error.
 */
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../../../../server/db/open.ts';
import { StartRefused } from '../../../../server/db/startRefused.ts';

const [, , dataDir = '', task] = process.argv;
const printLine = (line: string): number => writeSync(1, `${line}\n`);

try {
  const db = await openDatabase({ dataDir });
  printLine('ready');
  setInterval(() => {}, 1000);
  for (let id = Number(process.argv[4]); task === 'write'; id += 1) {
    await db.query.transaction().execute(async (trx) => {
      await sql`insert into acknowledged (id) values (${id})`.execute(trx);
      await sql`insert into twin (id) values (${id})`.execute(trx);
    });
    printLine(String(id));
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  printLine(error.message);
  process.exit(1);
}
