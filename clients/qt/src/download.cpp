#include "download.h"

#include "clock.h"

#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslCertificate>
#include <QSslSocket>
#include <QUrl>

namespace wirefare {

namespace {

QNetworkRequest requestFor(const QUrl &url, const QSslConfiguration &tls)
{
    QNetworkRequest request(url);
    if (url.scheme() == QLatin1String("https"))
        request.setSslConfiguration(tls);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
    // Qt 5 does not do it unless it is told to.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
#endif
    return request;
}

/** `compute;dur=0.0000, encode;dur=1.2040` */
double durationOf(const QByteArray &header, const QByteArray &metric)
{
    for (const QByteArray &entry : header.split(',')) {
        const QList<QByteArray> parts = entry.split(';');
        if (parts.first().trimmed() != metric)
            continue;
        for (const QByteArray &part : parts) {
            if (!part.trimmed().startsWith("dur="))
                continue;
            bool isNumber = false;
            const double ms = part.trimmed().mid(4).toDouble(&isNumber);
            return isNumber && ms >= 0 ? ms : -1;
        }
    }
    return -1;
}

qint64 bytesOnTheWire(const QNetworkReply &reply)
{
    // Where Qt decompresses it takes Content-Length away, since that is no longer the body's, and keeps it here.
    const QVariant original = reply.attribute(QNetworkRequest::OriginalContentLengthAttribute);
    if (original.isValid())
        return original.toLongLong();
    if (reply.hasRawHeader("Content-Length"))
        return reply.rawHeader("Content-Length").toLongLong();
    return 0;
}

void complete(Download &download, const QNetworkReply &reply)
{
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    download.contentEncoding = reply.rawHeader("Content-Encoding");
    const QByteArray timing = reply.rawHeader("Server-Timing");
    download.serverTiming = {durationOf(timing, "compute"), durationOf(timing, "encode"), durationOf(timing, "compress")};
    download.bytesEncoded = bytesOnTheWire(reply);
    if (download.outcome == Outcome::timedOut)
        return;
    if (reply.error() != QNetworkReply::NoError || status != 200) {
        download.outcome = Outcome::failed;
        download.reason = QStringLiteral("status %1: %2 %3").arg(status).arg(reply.errorString(), QString::fromUtf8(download.body));
    }
}

} // namespace

Downloader::Downloader()
{
    m_manager.setProxy(QNetworkProxy::NoProxy);
    m_timeout.setSingleShot(true);
    // The run's own certificate and nothing else; without one nothing is to be trusted.
    m_tls = QSslConfiguration::defaultConfiguration();
    const QString file = qEnvironmentVariable("WIREFARE_CERTIFICATE");
    m_tls.setCaCertificates(file.isEmpty() ? QList<QSslCertificate>() : QSslCertificate::fromPath(file));
}

bool Downloader::speaksTls() const
{
    return QSslSocket::supportsSsl() && !m_tls.caCertificates().isEmpty();
}

Download Downloader::get(const QUrl &url, int timeoutMs)
{
    const QNetworkRequest request = requestFor(url, m_tls);
    Download download;
    DownloadStamps &stamps = download.stamps;
    m_timeout.start(timeoutMs);

    stamps.call = nowMs();
    const std::unique_ptr<QNetworkReply> reply(m_manager.get(request));
    // Everything that the network's thread tells arrives by this thread's event loop, which runs below.
#if QT_VERSION >= QT_VERSION_CHECK(6, 3, 0)
    QObject::connect(reply.get(), &QNetworkReply::socketStartedConnecting, [&stamps] { stamps.connectStart = nowMs(); });
    QObject::connect(reply.get(), &QNetworkReply::requestSent, [&stamps] { stamps.requestSent = nowMs(); });
#endif
    QObject::connect(reply.get(), &QNetworkReply::metaDataChanged, [&stamps] {
        if (stamps.responseStart < 0)
            stamps.responseStart = nowMs();
    });
    QObject::connect(reply.get(), &QNetworkReply::finished, [this, &stamps] {
        stamps.lastByte = nowMs();
        m_loop.quit();
    });
    const auto giveUp = QObject::connect(&m_timeout, &QTimer::timeout, [&download, &reply, timeoutMs] {
        download.outcome = Outcome::timedOut;
        download.reason = QStringLiteral("not there after %1 ms").arg(timeoutMs);
        reply->abort();
    });
    m_loop.exec();
    download.body = reply->readAll();
    stamps.body = nowMs();

    m_timeout.stop();
    QObject::disconnect(giveUp);
    complete(download, *reply);
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
    // Qt 6 decompresses what is read when it is read; Qt 5 did it in its network thread.
    if (!download.contentEncoding.isEmpty())
        stamps.lastByte = stamps.body;
#endif
    return download;
}

} // namespace wirefare
