/** People's rows are counted in the order of the file, a part at a time, so the index by person is not needed. */
export const up = `
drop index import_rows_user;
`;
