export { applyUserImport, previewUserImport } from './importUsers.ts';
export { listUserImports, undoUserImport } from './undoUserImport.ts';
export { usersTooLarge } from './userCsv.ts';
