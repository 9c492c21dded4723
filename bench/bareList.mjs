// The list page's baseline: bare node:http and pg, one named statement per request, its rows as JSON.
import { createServer } from 'node:http';
import pg from 'pg';

const [url, name, text, params] = process.argv.slice(2);
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (day) => day);
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c plan_cache_mode=force_generic_plan -c jit=off' });
const query = { name, text, values: JSON.parse(params) };
const server = createServer((_request, response) => {
  pool.query(query).then(({ rows }) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: rows }));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
