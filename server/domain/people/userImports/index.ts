export { applyUserImport, previewUserImport } from './importUsers.ts';
export { listUserImports, undoUserImport } from './undoUserImport.ts';
export { usersTooLargeProblem } from './userCsv.ts';
