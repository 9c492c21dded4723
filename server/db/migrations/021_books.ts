/** The default for when books begin (decisions 2.12): the day the company was set up; null for older companies. */
export const up = `
alter table general_settings add column set_up_on date;
`;
