import { crm } from '../../../contract/messages/crm.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { salesforce as t } from '../../../contract/messages/salesforce.ts';
import { fill } from '../../../contract/messages.ts';
import type { Fact, FactOf } from '../../domain/connections/facts.ts';
import { type Answer, centsOrNull, idOf, recordOf, textOf } from '../answers.ts';

type Stage = FactOf<'crmStages'>['stages'][number];
/** Stage labels by API name, and the currency of a single-currency organization. */
export type Org = Readonly<{ stages: ReadonlyMap<string, Stage>; currency: string | null }>;

/** Converts a percentage to a share; null for an empty field. */
const shareOf = (percent: unknown): number | null => (typeof percent === 'number' && percent >= 0 && percent <= 100 ? percent / 100 : null);
const instantOf = (value: unknown): string => new Date(idOf(value)).toISOString();
const closedOf = ({ IsClosed, IsWon }: Answer): 'won' | 'lost' | null => (IsWon === true ? 'won' : IsClosed === true ? 'lost' : null);

export const STAGES =
  'SELECT ApiName, MasterLabel, SortOrder, DefaultProbability, IsClosed, IsWon FROM OpportunityStage WHERE IsActive = true ORDER BY SortOrder';
export const stageOf = (row: Answer): Stage => ({
  external_id: idOf(row.ApiName),
  pipeline: t.pipeline,
  name: textOf(row.MasterLabel) ?? idOf(row.ApiName),
  position: Number(row.SortOrder ?? 0),
  probability: shareOf(row.DefaultProbability),
  closed: closedOf(row),
});

const FIELDS =
  'Id, IsDeleted, Name, Account.Name, Owner.Email, Owner.Name, StageName, Probability, IsClosed, IsWon, Amount, CloseDate, CreatedDate, LastStageChangeDate, SystemModstamp';
/** `since`: an instant; `id`: the last row read of that instant. */
export type SyncPosition = Readonly<{ since: string | null; id: string | null }>;
/** Opportunities after a position, in the order of their changes. `CurrencyIsoCode` exists only in multi-currency organizations. */
export const opportunityQuery = ({ since, id }: SyncPosition, hasCurrencies: boolean, rows: number): string => {
  const after = id === null ? `SystemModstamp >= ${since}` : `SystemModstamp > ${since} OR (SystemModstamp = ${since} AND Id > '${id}')`;
  const fields = hasCurrencies ? `${FIELDS}, CurrencyIsoCode` : FIELDS;
  return `SELECT ${fields} FROM Opportunity${since === null ? '' : ` WHERE ${after}`} ORDER BY SystemModstamp, Id LIMIT ${rows}`;
};
export const syncPositionOf = (row: Answer): SyncPosition => ({ since: instantOf(row.SystemModstamp), id: idOf(row.Id) });

const relatedName = (value: unknown, field: string): string | null =>
  value === null || value === undefined ? null : textOf(recordOf(value)[field]);

/**
 * Converts an opportunity to a deal (decisions 2.17).
 * @throws if it is malformed
 */
export const opportunityFactOf = (row: Answer, { stages, currency }: Org): Fact => {
  const external_id = idOf(row.Id);
  if (row.IsDeleted === true) return { kind: 'dealGone', external_id };
  const state = closedOf(row) ?? 'open';
  const stage = stages.get(idOf(row.StageName));
  const updated_at = instantOf(row.SystemModstamp);
  const close = textOf(row.CloseDate);
  return {
    kind: 'deal',
    external_id,
    external_version: updated_at,
    updated_at,
    name: textOf(row.Name) ?? `#${external_id}`,
    customer: relatedName(row.Account, 'Name'),
    owner_email: relatedName(row.Owner, 'Email')?.toLowerCase() ?? null,
    owner_name: relatedName(row.Owner, 'Name'),
    stage: stage?.name ?? idOf(row.StageName),
    pipeline: t.pipeline,
    probability: shareOf(row.Probability) ?? stage?.probability ?? null,
    state,
    amount_cents: typeof row.Amount === 'number' ? centsOrNull(row.Amount) : null,
    currency: textOf(row.CurrencyIsoCode) ?? currency,
    expected_close_date: close,
    closed_on: state === 'open' ? null : (close ?? updated_at.slice(0, 10)),
    lost_reason: state === 'lost' ? fill(crm.closedLost, { system: integrationMessages.salesforce.name }) : null,
    created_at: instantOf(row.CreatedDate),
    entered_at: textOf(row.LastStageChangeDate) && instantOf(row.LastStageChangeDate),
    merged: [],
  };
};
