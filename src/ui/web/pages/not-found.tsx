import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';

/** An address without a page (docs/spec/pages.md#not-found-page). `text`: what exactly was not found. */
export function NotFoundPage({ text = 'Sorry, the content you are looking for does not exist.' }: { readonly text?: string }) {
  return (
    <>
      <PageHeading title="Not Found" />
      <Text mb="md">{text}</Text>
      <Anchor component={Link} to="/workflows">
        Back to workflows
      </Anchor>
    </>
  );
}
