import { messages } from '../../../../contract/messages.ts';
import { Input } from '../../../ui/Input.tsx';
import { Select } from '../../../ui/Select.tsx';
import { statusOptions } from '../connectCommissions.ts';

const text = messages.commissions;
type Props = { status: string; search: string; onStatus: (status: string) => void; onSearch: (text: string) => void };

/** spec 2.35: status is asked of the server, the search reads the page that is shown. */
export function Filters({ status, search, onStatus, onSearch }: Props) {
  return (
    <div className="filters">
      <Select aria-label={text.status} value={status} options={statusOptions(status)} onChange={(event) => onStatus(event.target.value)} />
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        title={text.searchHint}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}
