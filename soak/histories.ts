// npm run soak -- histories [TIMES]: the server's properties over random histories, with TIMES (10) as many of them as npm test has.
import { runProperties } from './support/properties.ts';

// The net sales are three properties.
await runProperties(
  'histories',
  [
    'commissions/recomputeHistory',
    'commissions/netSalesProperty',
    'commissions/peopleProperty',
    'commissions/marksProperty',
    'payPeriods/closedHistory',
    'imports/previewProperty',
  ],
  8,
);
