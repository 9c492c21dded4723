export { previewImport, storedDecision } from './previewImport.ts';
export { previewPeople } from './previewPeople.ts';
