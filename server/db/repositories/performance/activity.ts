import { type ActivityKind, activityKinds } from '../../../../contract/entities/goal.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';

export type ActivityRow = Readonly<{
  kind: ActivityKind;
  rank: number;
  id: number;
  day: Day;
  title: string;
  customer_name: string | null;
  cents: number | null;
  /** For a milestone: the share of the quota, a fraction as text. */
  attainment: string | null;
}>;
/** The last row of the previous page. */
export type ActivityKey = Readonly<{ day: Day; rank: number; id: number }>;

/** Order within a day, milestones first. */
const rankOf = (kind: ActivityKind): number =>
  (['deal_created', 'commission_earned', 'deal_closed', 'quota_milestone'] as const).indexOf(kind) + 1;
export const ranks: readonly number[] = activityKinds.map(rankOf);

const isAfterCursor = (day: string, kind: ActivityKind, id: string): string =>
  `${day} <= least($2::date, $5::date) and (${day}, ${rankOf(kind)}, ${id}) < ($2::date, $3::int, $4::int8)`;
const selectActivity = (kind: ActivityKind, columns: string, from: string, order: string): string => `
  (select '${kind}' as kind, ${rankOf(kind)} as rank, ${columns} from ${from} order by ${order} limit $6)`;
/** True if a record took its owner past this share of the quota. */
const hasPassedShare = (share: string): string =>
  `(r.cum_cents < r.quota_cents * ${share} and r.cum_cents + r.commissionable_cents >= r.quota_cents * ${share})`;
const createdDay = '(d.created_at at time zone $7)::date';
const records = 'commission_records r join invoices i on i.id = r.invoice_id where r.user_id = $1';
const deals = 'deals d where d.owner_id = $1';

/** The four kinds of spec 2.42, from the facts: $2 to $4 are the previous page's key, $5 is today, $7 the company's time zone. */
const activity = `
  select kind, rank, id, day, title, customer_name, cents, attainment::text from (
    ${selectActivity(
      'deal_created',
      `d.id, ${createdDay} as day, d.name as title, d.customer_name, d.amount_cents as cents, null::numeric as attainment`,
      `${deals} and ${isAfterCursor(createdDay, 'deal_created', 'd.id')}`,
      'd.created_at desc, d.id desc',
    )}
    union all ${selectActivity(
      'deal_closed',
      'd.id, d.closed_on, d.name, d.customer_name, d.amount_cents, null',
      `${deals} and d.state = 'won' and ${isAfterCursor('d.closed_on', 'deal_closed', 'd.id')}`,
      'd.closed_on desc, d.id desc',
    )}
    union all ${selectActivity(
      'commission_earned',
      'r.id, r.booking_date, r.invoice_number, i.customer_name, r.amount_cents, null',
      `${records} and r.amount_cents > 0 and ${isAfterCursor('r.booking_date', 'commission_earned', 'r.id')}`,
      'r.booking_date desc, r.id desc',
    )}
    union all ${selectActivity(
      'quota_milestone',
      `r.id, r.booking_date, r.invoice_number, i.customer_name, null::int8, case when ${hasPassedShare('1')} then 1 else 0.8 end`,
      `${records} and r.quota_cents > 0 and (${hasPassedShare('1')} or ${hasPassedShare('0.8')}) and ${isAfterCursor('r.booking_date', 'quota_milestone', 'r.id')}`,
      'r.booking_date desc, r.id desc',
    )}
  ) as happened order by day desc, rank desc, id desc limit $6`;

/** A person's recent activity, newest first. */
export const activityRepository = (db: Database) => ({
  page: (userId: number, after: ActivityKey | null, { today, zone, limit }: Readonly<{ today: Day; zone: string; limit: number }>) => {
    const { day, rank, id } = after ?? { day: today, rank: ranks.length + 1, id: 0 };
    return db.named<ActivityRow>('activity', activity, [userId, day, rank, id, today, limit, zone]);
  },
});
