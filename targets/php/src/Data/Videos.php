<?php

declare(strict_types=1);

namespace Wirefare\Data;

/** What a video site's list would hold. */
final class Videos implements Dataset
{
    private const FORMATS = ['webm', 'mkv', 'flv', 'mp4', 'avi', 'mov', 'wmv', 'ogg'];

    /** Height → width. */
    private const SIZES = [
        [144, 256], [240, 426], [360, 640], [480, 854], [720, 1_280], [1_080, 1_920], [1_440, 2_560], [2_160, 3_840],
    ];

    public function name(): string
    {
        return 'video';
    }

    public function seed(): int
    {
        return 20170614;
    }

    public function listName(): string
    {
        return 'videos';
    }

    public function recordName(): string
    {
        return 'video';
    }

    public function draw(JavaRandom $random, int $index): array
    {
        $uri = 'https://www.youtube.com/watch?v=' . $random->characters(11);
        $title = Draws::text($random, 10, 30);
        $format = self::FORMATS[$random->nextInt(8)];
        // One draw for both.
        [$height, $width] = self::SIZES[$random->nextInt(8)];
        return [
            'uri' => $uri,
            'title' => $title,
            'format' => $format,
            'height' => $height,
            'width' => $width,
            'length' => 10 + $random->nextInt(3_591),
            'views' => $random->nextInt(10_000_001),
            'enabled' => $random->nextBoolean(),
        ];
    }

    public function order(): array
    {
        $all = ['title', 'uri', 'format', 'height', 'width', 'length', 'views', 'enabled'];
        return ['cm1' => 'title', 'cm2' => $all];
    }
}
