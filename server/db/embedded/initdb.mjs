/** A short-lived process that fills an empty directory (argv[2]): initdb leaves 850 MB behind in the process that ran it. */
import { openDurable } from './durable.mjs';

const database = await openDurable(process.argv[2]);
const { rows } = await database.query("select current_setting('server_version_num')::int / 10000 as major");
await database.close();
process.stdout.write(String(rows[0].major));
