import type { Deal } from '../../../contract/entities/deal.ts';
import { dealSortFields } from '../../../contract/entities/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { closedRange, dealStages } from '../../../contract/rules/deals.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney, formatPercent } from '../../ui/display/format.ts';

const t = messages.deals;

/** `view` chooses table or board and is not sent to the server. Each `rows` parameter opens a deal in its own dialog. */
export const dealNames: ListNames = {
  filters: {
    view: { name: 'view', accepts: (value) => value === 'board' },
    state: { name: 'state', accepts: (value) => ['won', 'lost', 'all'].includes(value) },
    stage: { name: 'stage' },
    owner: { name: 'person', accepts: (value) => value === 'none' || /^\d{1,15}$/.test(value) },
    customer: { name: 'customer' },
    close: { name: 'close', accepts: (value) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value) },
    closed: { name: 'closed', accepts: (value) => closedRange(value) !== null },
    reached: { name: 'reached' },
    attention: { name: 'attention', accepts: (value) => ['needs_data', 'stale'].includes(value) },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: dealSortFields },
  rows: { '': 'deal', edit: 'edit', lose: 'lose', annotate: 'notes' },
};
/** The row id of a deal that does not exist yet. */
export const NEW_DEAL = 'new';

/** The query sent to the server: everything except the view. */
export const toDealsQuestion = ({ view: _, ...question }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => question;
/** The board has no sort order and shows only open deals, so state and close range are dropped. */
export const toBoardQuestion = (listQuestion: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { sort_field: _, sort_direction: __, state: ___, closed: ____, ...question } = toDealsQuestion(listQuestion);
  return question;
};

export const formatDealAmount = ({ amount }: Pick<Deal, 'amount'>): string => (amount === null ? t.unknown : formatMoney(toCents(amount)));
export const formatProbability = ({ probability }: Pick<Deal, 'probability'>): string =>
  probability === null ? t.unknown : formatPercent(probability);
export const formatDays = (days: number): string => (days === 0 ? t.today : days === 1 ? t.oneDay : fill(t.days, { days }));

export const stageOptions = dealStages.map(({ name }) => ({ value: name as string, label: name as string }));
export const monthLabel = (month: string): string => monthText(`${month}-01`);

const closedLabel = (value: string): string => {
  const range = closedRange(value);
  return range === null ? value : fill(t.closed, { start: formatDate(range.start_date), end: formatDate(range.end_date) });
};
const filterLabels: Readonly<Record<string, (value: string) => string | undefined>> = {
  view: () => t.views.board,
  state: (value) => t.states[value as keyof typeof t.states],
  close: (value) => `${t.close} ${monthLabel(value)}`,
  reached: (value) => fill(t.reached, { stage: value }),
  closed: closedLabel,
  attention: (value) => (value === 'stale' ? t.stale : t.needsData),
  owner: () => t.nobody,
};

/** The active filters in words. */
export const getDealsFilterLabel = (key: string, value: string): string => filterLabels[key]?.(value) ?? value;
