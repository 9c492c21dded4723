// npm run soak -- lens [TIMES]: the time lens shows each day as it was shown then, over TIMES (10) times as many
// random histories as npm test.
import { runProperties } from './support/properties.ts';

await runProperties('lens', ['lens/lensHistory']);
