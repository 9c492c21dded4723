import { messages } from '../../../contract/messages.ts';
import ImportRuns from '../../shared/imports/ImportRuns.tsx';

/** decisions 7.05, 7.07: import files of invoices, receipts and sales, and their runs. */
export default function ImportsScreen() {
  return (
    <div className="imports">
      <h1>{messages.imports.title}</h1>
      <ImportRuns />
    </div>
  );
}
