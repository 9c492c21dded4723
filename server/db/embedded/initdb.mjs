/** A short-lived process that fills an empty directory (argv[2]): initdb would leave 850 MB allocated in the server process. */
import { openDurable } from './durable.mjs';

const database = await openDurable(process.argv[2]);
const { rows } = await database.query("select current_setting('server_version_num')::int / 10000 as major");
await database.close();
process.stdout.write(String(rows[0].major));
