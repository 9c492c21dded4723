import type { AuditCause, AuditCauseView } from '../../../contract/entities/audit.ts';
import { causes as words } from '../../../contract/messages/audit.ts';
import { fill } from '../../../contract/messages.ts';
import { dayText, monthText } from '../../../contract/rules/time/dayText.ts';
import { dollars } from '../shared/moneyText.ts';

type CauseRow = Readonly<{ cause: string | null; cause_facts: AuditCause | null }>;

const sentenceOf = (cause: AuditCause): string => {
  switch (cause.kind) {
    case 'adjustment':
      return cause.deed === 'created' && cause.reason
        ? fill(words.adjustmentCreated, { reason: cause.reason })
        : fill(words.adjustment, { deed: cause.deed });
    case 'day_began':
      return fill(words.dayBegan, { day: dayText(cause.day) });
    case 'role_or_manager_changed':
      return fill(words.roleOrManager, { name: cause.name });
    case 'territory_changed':
      return fill(words.territory, { name: cause.name });
    case 'employment_changed':
      return fill(words.employment, { name: cause.name });
    case 'leave_changed':
      return fill(words.leave, { name: cause.name });
    case 'event_changed':
      return fill(words.eventChanged, { customer: cause.customer });
    case 'deal':
      return fill(words.deal, { name: cause.name });
    case 'month_reopened':
      return fill(words.monthReopened, { month: monthText(cause.month) });
    case 'config_saved':
      return fill(words.configSaved, { version: cause.version });
    case 'config_proposed':
      return words.configProposed;
    case 'split':
      return fill(words.split, { invoice: cause.invoice, reason: cause.reason });
    case 'split_removed':
      return fill(words.splitRemoved, { invoice: cause.invoice });
    case 'held':
      return fill(words.held, { reason: cause.reason });
    case 'released':
      return words.released;
    case 'password_reset':
      return words.passwordReset;
    case 'payment':
      return fill(words.payment, { ...cause, amount: dollars(cause.amount_cents) });
    case 'payment_returned':
      return fill(words.paymentReturned, { ...cause, amount: dollars(cause.amount_cents) });
    case 'invoice':
      return fill(words.invoice[cause.deed], { number: cause.number });
    case 'payment_allocated':
      return fill(words.paymentAllocated, { ...cause, amount: dollars(cause.amount_cents) });
    case 'payout':
      return fill(words.payout, { ...cause, amount: dollars(cause.amount_cents) });
    case 'payout_reversed':
      return fill(words.payoutReversed, { ...cause, amount: dollars(cause.amount_cents) });
    case 'import':
      return fill(words.imported, { title: cause.title });
    case 'import_undone':
      return fill(words.importUndone, { title: cause.title });
    case 'sync':
      return fill(words.synced, { title: cause.title });
    case 'several':
      return cause.causes.map(sentenceOf).join('; ');
  }
};

/** Older rows have prose causes that cannot be rewritten because their hashes cover them; this parses ids and days from the prose. */
const parseProse = (cause: string): string => {
  const proseStart = cause.match(/^Adjustment \d+( was \w+$|: )/)?.[1];
  if (proseStart) return fill(words.adjustmentProse, { rest: cause.slice(cause.indexOf(proseStart)) });
  const day = cause.match(/^The day (\d{4}-\d{2}-\d{2}) began$/)?.[1];
  return day ? fill(words.dayBegan, { day: dayText(day) }) : cause;
};

/** The adjustment id in an older prose cause. */
const adjustmentIdIn = (cause: string): string | undefined => cause.match(/^Adjustment (\d+)(?: was \w+$|: )/)?.[1];

const refOf = (cause: AuditCause): AuditCauseView['ref'] => {
  if (cause.kind === 'adjustment') return { kind: 'adjustment', id: String(cause.id) };
  if (cause.kind === 'config_saved') return { kind: 'config', id: String(cause.version) };
  if (cause.kind === 'import' || cause.kind === 'import_undone') return { kind: 'run', id: String(cause.run_id) };
  return cause.kind === 'month_reopened' ? { kind: 'month', id: cause.month } : undefined;
};

const causeViewOf = (text: string, ref: AuditCauseView['ref']): AuditCauseView => (ref ? { text, ref } : { text });

/** The causes one by one, each with its link. */
export const causesOf = ({ cause, cause_facts: facts }: CauseRow): AuditCauseView[] => {
  if (facts !== null)
    return (facts.kind === 'several' ? facts.causes : [facts]).map((entry) => causeViewOf(sentenceOf(entry), refOf(entry)));
  if (cause === null) return [];
  const id = adjustmentIdIn(cause);
  return [causeViewOf(parseProse(cause), id === undefined ? undefined : { kind: 'adjustment', id })];
};

/** The cause as readable text; text typed by people is unchanged. */
export const causeText = ({ cause, cause_facts }: CauseRow): string | null => {
  if (cause_facts !== null) return sentenceOf(cause_facts);
  return cause === null ? null : parseProse(cause);
};
