import { useEffect, useState } from 'react';
import type { DiagramViewer, SeenPart } from '../../../components/diagram/open-viewer.ts';

/** Two diagrams that always show the same part of their models; at the beginning the part that the second one shows. */
export function useLinkedViews(): readonly [
  onFirst: (viewer: DiagramViewer | null) => void,
  onSecond: (viewer: DiagramViewer | null) => void,
] {
  const [first, onFirst] = useState<DiagramViewer | null>(null);
  const [second, onSecond] = useState<DiagramViewer | null>(null);
  useEffect(() => {
    if (first === null || second === null) return;
    let isFollowing = false;
    const follow = (follower: DiagramViewer) => (part: SeenPart) => {
      if (isFollowing) return;
      isFollowing = true;
      follower.showPart(part);
      isFollowing = false;
    };
    const stopSecond = second.watchView(follow(first));
    const stopFirst = first.watchView(follow(second));
    return () => {
      stopSecond();
      stopFirst();
    };
  }, [first, second]);
  return [onFirst, onSecond];
}
