// npm run soak -- histories [TIMES]: the server's properties over random histories, TIMES (10) times as many as in npm test.
import { runProperties } from './support/properties.ts';

// The net-sales file has three properties.
await runProperties(
  'histories',
  [
    'commissions/recomputeHistory',
    'commissions/memos/netSalesProperty',
    'commissions/peopleProperty',
    'commissions/marksProperty',
    'payPeriods/closedHistory',
    'imports/previewProperty',
  ],
  8,
);
