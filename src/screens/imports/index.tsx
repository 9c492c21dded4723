import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import ImportRuns from '../../shared/imports/ImportRuns.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';

/** decisions 7.05, 7.07: files of invoices, receipts and sales, and their runs. */
export default function ImportsScreen() {
  const hasImports = useFeature('imports');
  return (
    <div className="imports">
      <h1>{messages.imports.title}</h1>
      {hasImports ? <ImportRuns /> : <EmptyState title={messages.imports.notOffered} />}
    </div>
  );
}
