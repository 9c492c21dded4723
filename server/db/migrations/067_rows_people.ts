/** People's rows are counted in file order, one part at a time, so the index by person is not needed. */
export const up = `
drop index import_rows_user;
`;
