import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { texts } from '../texts/texts.ts';

/** See docs/contributing/spec/pages.md#not-found-page. `text`: names the missing item. */
export function NotFoundPage({ text = texts.missing.noContent }: { readonly text?: string }) {
  return (
    <>
      <PageHeading title={texts.missing.notFound} />
      <Text mb="md">{text}</Text>
      <Anchor component={Link} to="/workflows">
        {texts.missing.backToWorkflows}
      </Anchor>
    </>
  );
}
