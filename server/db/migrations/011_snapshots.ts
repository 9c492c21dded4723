/** Snapshots of closed months cannot be changed. */
export const up = `
create function pay_period_snapshots_are_kept() returns trigger language plpgsql as $$
begin
  raise exception 'pay_period_snapshots is append-only' using errcode = '42501';
end $$;
create trigger pay_period_snapshots_append_only before update or delete on pay_period_snapshots
  for each row execute function pay_period_snapshots_are_kept();
create trigger pay_period_snapshots_no_truncate before truncate on pay_period_snapshots
  for each statement execute function pay_period_snapshots_are_kept();
`;
