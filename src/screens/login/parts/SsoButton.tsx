import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';

const t = messages.sso;
type Props = Readonly<{ name: string; busy: boolean; leaving: boolean; open: () => void }>;

/** "Sign in with …": opens the issuer's page (decisions 4.15). */
export default function SsoButton({ name, busy, leaving, open }: Props) {
  return (
    <Button severity="secondary" loading={leaving} unavailable={busy} loadingLabel={fill(t.opening, { name })} onClick={open}>
      {fill(t.button, { name })}
    </Button>
  );
}
