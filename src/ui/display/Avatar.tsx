import { Avatar as PrimeAvatar } from 'primereact/avatar';

/**
 * A person's initials in a circle: PrimeReact's avatar. CSS draws the initials, so voice control does not take them for the accessible
 * name.
 */
export function Avatar({ initials }: { initials: string }) {
  return <PrimeAvatar shape="circle" aria-hidden="true" data-initials={initials} />;
}
