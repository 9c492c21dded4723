import type { DealState } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { closedRange } from '../../../contract/rules/deals.ts';
import type { DealsFilter } from '../../db/repositories/deals/dealsPage.ts';
import { badRequest } from '../shared/problem.ts';
import { isMonth } from './dealCursor.ts';

/** Filters of the list, the board and the pipeline; open deals if no state is given. */
export type DealsQuery = Readonly<{
  state?: DealState | 'all';
  stage?: string;
  owner?: string;
  customer?: string;
  search?: string;
  close?: string;
  closed?: string;
  reached?: string;
  attention?: 'needs_data' | 'stale';
}>;
type CursorFields = Omit<DealsFilter, 'owners'>;

const textOf = (text: string | undefined): string | null => text?.trim() || null;

const stateOf = (state: DealsQuery['state'], carried: CursorFields | undefined): CursorFields['state'] => {
  if (state === undefined) return carried ? carried.state : 'open';
  return state === 'all' ? null : state;
};
const ownerOf = (owner: string): CursorFields['owner'] => (owner === 'none' ? 'none' : Number(owner));

/** Parameters missing from the query come from the cursor. @throws Problem 400 for an invalid month or range of days */
export const filterFrom = (query: DealsQuery, carried?: CursorFields): CursorFields => {
  const { close, closed } = query;
  if (close !== undefined && close !== '' && !isMonth(close)) throw badRequest('month_invalid', messages.dealRefusals.month, 'close');
  if (closed && closedRange(closed) === null) throw badRequest('range_invalid', messages.dealRefusals.closed, 'closed');
  return {
    state: stateOf(query.state, carried),
    stage: textOf(query.stage) ?? carried?.stage ?? null,
    owner: query.owner ? ownerOf(query.owner) : (carried?.owner ?? null),
    customer: textOf(query.customer) ?? carried?.customer ?? null,
    search: textOf(query.search) ?? carried?.search ?? null,
    close: close || (carried?.close ?? null),
    closed: closed || (carried?.closed ?? null),
    reached: textOf(query.reached) ?? carried?.reached ?? null,
    attention: query.attention ?? carried?.attention ?? null,
  };
};
