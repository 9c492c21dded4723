// Bundled with a planted fault by `npm run soak -- company --planted`: prints the first violation as JSON, or null.
import { seek } from './seek.ts';

console.log(JSON.stringify(await seek(JSON.parse(process.argv[2] ?? ''))));
process.exit();
