/** Whose rows a file has is counted as the file stands, a part at a time, so its rows are not kept in an order of people too. */
export const up = `
drop index import_rows_user;
`;
