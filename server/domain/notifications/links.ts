import type { EventSubset } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { eventAddress } from '../../../contract/rules/events/eventAddress.ts';
import { addDays, type Day, type Period, periodAt } from '../../../contract/rules/time/period.ts';

/** The subject of a notice. `day`: the booking day of a record or effective day of an adjustment, so that the link opens its month. */
export type Subject =
  | Readonly<{ kind: 'record' | 'adjustment'; id: number; day: Day }>
  | Readonly<{ kind: 'dispute'; id: number; recordId: number; day: Day }>
  | Readonly<{ kind: 'records'; month: Day }>
  /** The person's own statement for a closed month, to download and confirm. */
  | Readonly<{ kind: 'statement'; month: Day }>
  | Readonly<{ kind: 'deal' | 'invoice' | 'report' | 'proposal'; id: number }>
  | Readonly<{ kind: 'event'; id: number; day: Day }>
  /** Several at once, as of `day`: overdue invoices, or events of that day and the next three. */
  | Readonly<{ kind: 'overdueInvoices' | 'comingEvents'; day: Day }>
  /** Events of some days that match one of the list's views. */
  | Readonly<{ kind: 'events'; day: Day; to: Day; only: EventSubset }>
  | Readonly<{ kind: 'quota'; period: Period }>
  | Readonly<{ kind: 'reportSchedules'; id: number }>
  /** `tab`: a tab of System Settings, such as `quickbooks`. */
  | Readonly<{ kind: 'connection'; id: number; tab: string }>
  /** Payees read it on My check, or its effects if their role has no such page; approvers see the payment itself. */
  | Readonly<{ kind: 'payout'; id: number; page: '/payouts' | '/wake' | '/payments' }>
  | Readonly<{ kind: 'payoutRun' | 'bankTransaction' | 'planChange'; id: number }>
  /** `companyRules`: the page for users who cannot open the settings. */
  | Readonly<{ kind: 'configVersion' | 'companyRules'; id: number }>
  | Readonly<{ kind: 'period'; id: string }>
  | Readonly<{ kind: 'user'; id: number; page: '/profile' | '/settings' }>
  | Readonly<{ kind: 'channel'; id: number; page: '/settings' | '/admin/settings?tab=channels' }>
  | Readonly<{ kind: 'webhook'; id: number }>
  | Readonly<{ kind: 'session' | 'mail' | 'recomputeRun' | 'security'; id: number }>
  /** `email`: set for users who may open the list of accounts. */
  | Readonly<{ kind: 'account'; id: number; email?: string }>;

const monthOf = (day: Day, otherParams: Readonly<Record<string, string>>): string => {
  const { start_date: start, end_date: end } = periodAt('month', day);
  return `/commissions?${new URLSearchParams({ period: 'month', start, end, ...otherParams })}`;
};

/** The link of a notice: the item itself, in its list's month; undefined if there is nothing to open. */
export const linkTo = (subject: Subject): string | undefined => {
  switch (subject.kind) {
    case 'record':
    case 'adjustment':
      return monthOf(subject.day, { [subject.kind]: String(subject.id) });
    case 'dispute':
      return monthOf(subject.day, { record: String(subject.recordId) });
    case 'records':
      return monthOf(subject.month, {});
    case 'statement':
      return monthOf(subject.month, { open: 'statement' });
    case 'deal':
      return `/deals?${new URLSearchParams({ deal: String(subject.id) })}`;
    case 'invoice':
      return `/invoices?${new URLSearchParams({ invoice: String(subject.id) })}`;
    case 'event':
      return eventAddress(subject.id, subject.day);
    case 'quota': {
      const { mode, start_date: start, end_date: end } = subject.period;
      return `/commissions?${new URLSearchParams({ period: mode, start, end })}`;
    }
    case 'overdueInvoices':
      return '/invoices?status=overdue';
    case 'comingEvents':
      return `/events?${new URLSearchParams({ period: 'custom', start: subject.day, end: addDays(subject.day, limits.events.reminderEmailDays) })}`;
    case 'events':
      return `/events?${new URLSearchParams({ period: 'custom', start: subject.day, end: subject.to, only: subject.only })}`;
    case 'proposal':
      return `/approvals?${new URLSearchParams({ open: `proposal-${subject.id}` })}`;
    case 'report':
      return `/reports?${new URLSearchParams({ report: String(subject.id) })}`;
    case 'reportSchedules':
      return '/reports?schedules=all';
    case 'connection':
      return `/admin/settings?${new URLSearchParams({ tab: subject.tab, connection: String(subject.id) })}`;
    case 'payout':
      if (subject.page === '/wake') return `/wake?${new URLSearchParams({ of: `payout-${subject.id}` })}`;
      return `${subject.page}?${new URLSearchParams({ [subject.page === '/payouts' ? 'payout' : 'payment']: `po-${subject.id}` })}`;
    case 'recomputeRun':
      return '/admin/audit?kind=commissions';
    case 'payoutRun':
      return `/payments?${new URLSearchParams({ run: String(subject.id) })}`;
    case 'bankTransaction':
      return `/payments?${new URLSearchParams({ view: 'bank', transaction: String(subject.id) })}`;
    case 'companyRules':
      return '/plans';
    case 'configVersion':
      return '/admin/settings?tab=general';
    case 'planChange':
      return `/plans?${new URLSearchParams({ change: String(subject.id) })}`;
    case 'period':
      return `/periods?${new URLSearchParams({ period: subject.id })}`;
    case 'webhook':
      return '/admin/settings?tab=webhooks';
    case 'user':
    case 'channel':
      return subject.page;
    case 'account':
      return subject.email === undefined ? undefined : `/admin/users?${new URLSearchParams({ search: subject.email })}`;
    case 'session':
    case 'mail':
    case 'security':
      return undefined;
  }
};

/** Such as `adjustment:12`; a notice's key adds the occurrence. */
export const subjectKeyOf = (subject: Subject): string => {
  if ('id' in subject) return `${subject.kind}:${subject.id}`;
  if ('month' in subject) return `${subject.kind}:${subject.month}`;
  return `${subject.kind}:${subject.kind === 'quota' ? subject.period.start_date : subject.day}`;
};
