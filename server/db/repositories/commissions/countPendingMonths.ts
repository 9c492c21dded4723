/**
 * SQL that counts person-months with pending marks. It jumps from one marked month to the next by index: between a file's last row and its
 * last computed figure, a month has many marks, and every list counts them.
 * All three parameters are SQL; a `userId` that evaluates to null means everybody.
 */
export const countPendingMonths = (from: string, to: string, userId: string): string => `(
  with recursive asked as (
    select ${from}::date as "from", ${to}::date as "to", ${userId}::int8 as user_id
  ), marked as (
    select m.user_id, m.day from asked cross join lateral (
      select user_id, day from marks where (user_id, day) >= (coalesce(asked.user_id, 0), asked."from") order by user_id, day limit 1
    ) m where asked.user_id is null or m.user_id = asked.user_id
    union all
    select m.user_id, m.day from marked before cross join asked cross join lateral (
      select user_id, day from marks where (user_id, day) >= (
        case when before.day > asked."to" then before.user_id + 1 else before.user_id end,
        case when before.day between asked."from" and asked."to" then (date_trunc('month', before.day) + interval '1 month')::date else asked."from" end
      ) order by user_id, day limit 1
    ) m where asked.user_id is null or m.user_id = asked.user_id
  )
  select count(*) from marked cross join asked where day between "from" and "to")`;
