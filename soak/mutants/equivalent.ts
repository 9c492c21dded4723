/** A mutant that no test can tell from the program: found by its file, the text it changes and what it makes of it. */
export type Equivalent = Readonly<{ file: string; change: string; reason: string }>;

const commission = 'contract/rules/commission.ts';
const clawback = 'contract/rules/clawback.ts';

export const equivalents: readonly Equivalent[] = [
  { file: commission, change: 'paid >= whole → (paid) > (whole)', reason: 'Paid in full, the share is c × whole / whole, which is c.' },
  { file: commission, change: 'gross < 0 → (gross) <= (0)', reason: 'A gross of 0 has its answer two lines above.' },
  {
    file: commission,
    change: 'a.booking_date < b.booking_date → (a.booking_date) <= (b.booking_date)',
    reason: 'Equal days are told apart on the line before.',
  },
  {
    file: commission,
    change: 'a.invoice_number < b.invoice_number → (a.invoice_number) <= (b.invoice_number)',
    reason: 'Equal numbers are told apart on the line before.',
  },
  { file: clawback, change: 'payout <= 0 → (payout) < (0)', reason: 'Of a payout of 0 the most that can be kept back is 0.' },
];
