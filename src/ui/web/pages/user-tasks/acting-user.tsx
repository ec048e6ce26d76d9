import { Button } from '@mantine/core';
import { lazyPart } from '../../components/lazy-part.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { NamedUser } from './acting.ts';

const words = pageTexts.acting;
const ActingDialog = lazyPart(async () => (await import('./acting-dialog.tsx')).ActingDialog);

/** User name if sign-in is off. A click asks for another. */
export function ActingUser({ named }: { readonly named: NamedUser }) {
  return (
    <>
      <Button variant="default" className="acting-user" onClick={named.ask}>
        {named.user === '' ? words.choose : words.as(named.user, named.groups)}
      </Button>
      {named.isAsking && <ActingDialog named={named} title={words.title} action={words.use} />}
    </>
  );
}
