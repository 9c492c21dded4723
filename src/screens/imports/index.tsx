// The page of `/imports` (decisions 7.05, 7.07).
export { default } from '../../shared/imports/ImportRuns.tsx';
