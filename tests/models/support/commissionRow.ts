import type { Commission } from '../../../contract/entities/commission.ts';

/** A record that is not due yet: $6,000.00 at 5%. */
export const commissionRow: Commission = {
  id: '9',
  invoice_id: '1042',
  invoice_number: '1042-A',
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-11-03',
  gross_amount: 6000,
  net_revenue: 6000,
  commission_amount: 300,
  commission_rate: 0.05,
  status: 'not_due',
  payment_date: null,
  notes: null,
};
