import { messages } from '../../../contract/messages.ts';
import ImportRuns from '../../shared/imports/ImportRuns.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';

/** decisions 7.05, 7.07: import files of invoices, receipts and sales, and their runs. */
export default function ImportsScreen() {
  return (
    <div className="page imports">
      <PageHead title={messages.imports.title} />
      <ImportRuns />
    </div>
  );
}
