/** The page that measure.ts compares with: React Flow with as many default nodes and edges, and nothing else. */
import { applyNodeChanges, type Node, type NodeChange, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Cards } from './cards.ts';

const WIDTH = 176;
const HEIGHT = 104;

function Peer({ cards: { nodes: cards, edges } }: { readonly cards: Cards }) {
  const [nodes, setNodes] = useState<Node[]>(() =>
    cards.map(({ id, position }) => ({ id, position, data: { label: id }, style: { width: WIDTH, height: HEIGHT } })),
  );
  const onNodesChange = useCallback(
    (changes: NodeChange[]) => setNodes((before) => applyNodeChanges(changes, before)),
    [],
  );
  return (
    <ReactFlow
      nodes={nodes}
      defaultEdges={edges.map(({ source, target }) => ({ id: `${source} ${target}`, source, target }))}
      onNodesChange={onNodesChange}
      minZoom={0.08}
      fitView
      panOnScroll
    />
  );
}

function open(cards: Cards, size: { readonly width: number; readonly height: number }): void {
  const box = document.createElement('div');
  Object.assign(box.style, { width: `${size.width}px`, height: `${size.height}px` });
  document.body.replaceChildren(box);
  createRoot(box).render(<Peer cards={cards} />);
}

Object.assign(window, { openPeer: open });
export type OpenPeer = typeof open;
