import type { Role } from '../../contract/entities/user.ts';
import type { Actor } from '../../contract/permissions.ts';

/** `approvers`: the roles that the configuration lets approve payouts. `people[0]` is the seller, whose manager is the second person. */
export type Company = Readonly<{ name: string; people: readonly Actor[]; approvers: readonly Role[] }>;

const staffed = (name: string, seller: Role, others: readonly Role[], approvers: readonly Role[] = ['finance', 'admin']): Company => ({
  name,
  people: [seller, ...others].map((role, index) => ({ id: String(index + 1), role })),
  approvers,
});

/** The largest comes last, so that it gets all remaining time. In two of them, nobody has a configured approver's role. */
export const companies: readonly Company[] = [
  staffed('one finance, one admin', 'salesperson', ['finance', 'admin']),
  staffed('one admin', 'salesperson', ['admin'], ['finance']),
  staffed('a selling admin alone', 'admin', []),
  staffed('a selling VP and an admin', 'vp_sales', ['admin'], ['finance']),
  staffed('a selling manager', 'sales_manager', ['vp_sales', 'finance', 'admin']),
  staffed('full staff', 'salesperson', ['sales_manager', 'vp_sales', 'finance', 'finance', 'admin']),
];

/** A company in which nobody may approve payouts; the product prevents this, because one admin always remains. */
export const withoutApprover: Company = staffed('no approver', 'salesperson', ['vp_sales', 'finance', 'finance'], ['admin']);

export const managerOf = ({ people }: Company): string | null => (people[1]?.role === 'sales_manager' ? people[1].id : null);
