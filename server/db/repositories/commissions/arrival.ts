import { sql } from 'kysely';

/** The origin of a row: the person who entered it, or the connection, run and external id it came from. */
export type FactOrigin = Readonly<{ entered_by: string | null; connection: string | null; run: string | null; external_id: string | null }>;

type SqlText = ReturnType<typeof sql>;
export const userNameSql = (user: SqlText) => sql`(select first_name || ' ' || last_name from users where id = ${user})`;

/** The columns of `FactOrigin`; `run` is the last run that wrote the row and was not undone. */
export const factOriginColumns = (
  entity: 'invoice' | 'payment',
  id: SqlText,
  author: SqlText,
  connection: SqlText,
  externalId: SqlText,
) => sql`
  ${userNameSql(author)} as entered_by, (select name from connections where id = ${connection}) as connection, ${externalId} as external_id,
  (select s.title from run_changes c join sync_runs s on s.id = c.run_id
    where c.entity = ${sql.lit(entity)} and c.entity_id = ${id} and c.undone_at is null order by c.id desc limit 1) as run`;
