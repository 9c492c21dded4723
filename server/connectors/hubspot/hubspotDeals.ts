import { crm } from '../../../contract/messages/crm.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { fill } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { todayIn } from '../../../contract/rules/time/today.ts';
import type { CrmDeal, CrmStage } from '../../domain/connections/facts.ts';
import { centsOrNull } from '../answers.ts';

type Body = Readonly<Record<string, unknown>>;

export type CrmOwner = Readonly<{ email: string | null; name: string | null }>;
export type CrmNames = Readonly<{
  stages: ReadonlyMap<string, CrmStage>;
  owners: ReadonlyMap<string, CrmOwner>;
  /** Primary company name by deal id. */
  companies: ReadonlyMap<string, string>;
  /** Portal settings: the time zone of its days, and the currency of deals without one. */
  zone: string;
  currency?: string | null;
}>;

const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Body => {
  if (!isRecord(value)) throw new Error('not an object');
  return value;
};
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;
const rows = (body: unknown): Body[] => {
  const { results } = record(body);
  if (!Array.isArray(results)) throw new Error('no results');
  return results.map(record);
};

/** Probabilities are text, a closed stage is "true". */
export const stagesOf = (body: unknown): CrmStage[] =>
  rows(body)
    .sort((a, b) => Number(a.displayOrder) - Number(b.displayOrder))
    .flatMap((pipeline) =>
      (Array.isArray(pipeline.stages) ? pipeline.stages : [])
        .filter((stage): stage is Body => isRecord(stage) && stage.archived !== true)
        .sort((a, b) => Number(a.displayOrder) - Number(b.displayOrder))
        .map((stage) => ({ stage, pipeline: textOrNull(pipeline.label) ?? String(pipeline.id) })),
    )
    .map(({ stage, pipeline }, position) => {
      const { probability, isClosed } = isRecord(stage.metadata) ? stage.metadata : {};
      const parsedShare = Number(probability);
      const parsedProbability =
        probability !== undefined && probability !== null && parsedShare >= 0 && parsedShare <= 1 ? parsedShare : null;
      const outcome = String(isClosed) === 'true' ? (parsedProbability === 1 ? 'won' : 'lost') : null;
      return {
        external_id: String(stage.id),
        pipeline,
        name: textOrNull(stage.label) ?? String(stage.id),
        position,
        probability: parsedProbability,
        closed: outcome,
      };
    });

export const crmOwnersOf = (body: unknown): [string, CrmOwner][] =>
  rows(body).map(({ id, email, firstName, lastName }) => [
    String(id),
    {
      email: textOrNull(email)?.toLowerCase() ?? null,
      name: [textOrNull(firstName), textOrNull(lastName)].filter(Boolean).join(' ') || null,
    },
  ]);

/** Instants are ISO text or milliseconds. */
const instantOf = (value: unknown): Date | null => {
  const text = textOrNull(value);
  const instantMs = text === null ? Number.NaN : /^\d{11,}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(instantMs) ? null : new Date(instantMs);
};
const dayOf = (value: unknown, zone: string): Day | null => {
  const timestamp = instantOf(value);
  return timestamp && todayIn(zone, timestamp);
};
const centsOf = (value: unknown): Cents | null => {
  const text = textOrNull(value);
  // Large amounts are written as 1.0E7.
  return text === null ? null : centsOrNull(/^-?[\d.]+e\+?\d+$/i.test(text) ? Number(text) : text);
};

export const DEAL_PROPERTIES = [
  'dealname',
  'amount',
  'deal_currency_code',
  'closedate',
  'createdate',
  'dealstage',
  'pipeline',
  'hubspot_owner_id',
  'hs_lastmodifieddate',
  'hs_v2_date_entered_current_stage',
  'closed_lost_reason',
  'hs_merged_object_ids',
] as const;

/** Converts a HubSpot deal to ours. A stage that is no longer in any pipeline is named by its id. @throws if it is not a deal */
export const readCrmDeal = (value: unknown, { stages, owners, companies, zone, currency = null }: CrmNames): CrmDeal => {
  const { id, properties, updatedAt } = record(value);
  const fields = record(properties);
  const stage = stages.get(textOrNull(fields.dealstage) ?? '');
  const owner = owners.get(textOrNull(fields.hubspot_owner_id) ?? '');
  const state = stage?.closed ?? 'open';
  const day = dayOf(fields.closedate, zone);
  const updatedOn = instantOf(fields.hs_lastmodifieddate) ?? instantOf(updatedAt) ?? new Date(0);
  const createdAt = instantOf(fields.createdate) ?? updatedOn;
  const key = String(id);
  return {
    external_id: key,
    external_version: updatedOn.toISOString(),
    updated_at: updatedOn.toISOString(),
    name: textOrNull(fields.dealname) ?? `#${key}`,
    customer: companies.get(key) ?? null,
    owner_email: owner?.email ?? null,
    owner_name: owner?.name ?? null,
    stage: stage?.name ?? textOrNull(fields.dealstage) ?? '—',
    pipeline: stage?.pipeline ?? textOrNull(fields.pipeline) ?? 'default',
    probability: stage?.probability ?? null,
    state,
    amount_cents: centsOf(fields.amount),
    currency: textOrNull(fields.deal_currency_code) ?? currency,
    expected_close_date: day,
    closed_on: state === 'open' ? null : (day ?? todayIn(zone, updatedOn)),
    lost_reason:
      state === 'lost'
        ? (textOrNull(fields.closed_lost_reason) ?? fill(crm.closedLost, { system: integrationMessages.hubspot.name }))
        : null,
    created_at: createdAt.toISOString(),
    entered_at: instantOf(fields.hs_v2_date_entered_current_stage)?.toISOString() ?? null,
    merged: (textOrNull(fields.hs_merged_object_ids) ?? '')
      .split(/[;,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  };
};
