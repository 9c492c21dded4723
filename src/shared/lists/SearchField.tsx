import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { Input } from '../../ui/form/Input.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';

type Props = Readonly<{ label: string; title?: string; value: string; onChange: (text: string) => void }>;

export function SearchField({ label, title, value, onChange }: Props) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={useNarrow() ? messages.grid.search : label}
      title={title}
      maxLength={limits.list.searchLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
