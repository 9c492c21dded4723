/** A deal merged into another one has the state merged instead of deleted: it counts as neither won nor lost (decisions 2.06). */
export const up = `
alter table deals drop constraint deals_external_state_check,
  add constraint deals_external_state_check check (external_state in ('deleted','voided','merged'));
update deals set external_state = 'merged' where external_state = 'deleted' and lost_reason = 'Merged into another deal in HubSpot';
`;
