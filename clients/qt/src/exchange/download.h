// One request to a target by QNetworkAccessManager, which decompresses by itself, and when its parts came.
#pragma once

#include <QByteArray>
#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSslConfiguration>
#include <QString>
#include <QTimer>

#include <memory>

namespace wirefare {

/** As nowMs() has them. */
struct DownloadStamps {
    double call = 0;
    /** Below 0: no connection was opened, or Qt does not tell (before 6.3). */
    double connectStart = -1;
    /** Below 0: it was not seen, or Qt does not tell (before 6.3). */
    double requestSent = -1;
    double responseStart = -1;
    double lastByte = 0;
    double body = 0;
};

/** The `dur` of Server-Timing; below 0 where it has none of that name. */
struct ServerTiming {
    double computeMs = -1;
    double encodeMs = -1;
    double compressMs = -1;
};

enum class Outcome { completed, failed, timedOut };

/** What came. Its head is read when it is asked for, which is after time has run. */
class Download {
public:
    Outcome outcome = Outcome::completed;
    QByteArray body;

    /** Why it did not complete; empty where it did. */
    QString reason() const;
    DownloadStamps stamps() const;
    QByteArray contentEncoding() const;
    ServerTiming serverTiming() const;
    /** On the wire; 0 where the answer did not say. */
    qint64 bytesEncoded() const;

private:
    friend class Downloader;

    // Slots of the reply write to it for as long as that lives.
    std::shared_ptr<DownloadStamps> m_stamps = std::make_shared<DownloadStamps>();
    std::unique_ptr<QNetworkReply> m_reply;
};

class Downloader {
public:
    Downloader();

    /** Whether it has been told of a certificate, in WIREFARE_CERTIFICATE, and can do TLS. */
    bool speaksTls() const;

    /** Waits until it is there, or for `timeoutMs` and gives up. Status 200 completes. */
    Download get(const QUrl &url, int timeoutMs);

private:
    QNetworkAccessManager m_manager;
    QSslConfiguration m_tls;
    QEventLoop m_loop;
    QTimer m_timeout;
    /** What is waited for; null at other times, since the timer may run out in somebody else's event loop. */
    QNetworkReply *m_awaited = nullptr;
    bool m_isLate = false;
};

} // namespace wirefare
