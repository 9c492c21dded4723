import { Avatar as PrimeAvatar } from 'primereact/avatar';

/** Somebody's initials in a circle: PrimeReact's avatar. They are drawn, not written: voice control finds what it stands on by its own name. */
export function Avatar({ initials }: { initials: string }) {
  return <PrimeAvatar shape="circle" aria-hidden="true" data-initials={initials} />;
}
