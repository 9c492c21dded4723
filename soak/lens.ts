// npm run soak -- lens [TIMES]: what the time lens answers for a day is what was shown on it, over TIMES (10) as many random histories as npm test has.
import { runProperties } from './support/properties.ts';

await runProperties('lens', ['lens/lensHistory']);
