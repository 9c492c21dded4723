/** A decision about a bonus holds until its level is lost or reached again; then the bonus is proposed again (decisions 2.08). */
export const up = `
alter table adjustments add column level_moved_at timestamptz;
select show_in_lens('adjustments', 'id');
`;
