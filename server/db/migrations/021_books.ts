/** Books begin on (decisions 2.12): when the company was set up, of which the default is made; null for one that is older than that. */
export const up = `
alter table general_settings add column set_up_on date;
`;
