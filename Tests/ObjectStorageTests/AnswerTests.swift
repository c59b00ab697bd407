import TestSupport
import Testing

@testable import ObjectStorage

/// What servers answer with, read from bytes.
struct AnswerTests {
    @Test func elementsAttributesAndReferences() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a > comment --><s3:Error xmlns:s3='http://x/">' a="<"><Code >No&amp;So&#x4b;ey&#33;</Code ><Empty/>\
            <Message>a &lt;b&gt; &quot;c&apos;</Message></s3:Error>

            """
        let root = try #require(XMLElements.root(of: Array(text.replacing("a=\"<\"", with: "").utf8)))
        #expect(root.name == "Error")
        #expect(root["Code"] == "No&SoKey!" && root["Empty"] == "" && root["Message"] == "a <b> \"c'")
        #expect(root["Other"] == nil)
    }

    @Test(
        arguments: [
            "", "text", "<a>", "<a></b>", "<a", "<a b='></a>", "<a/><b/>", "<a>&unknown;</a>", "<a>&#xD800;</a>",
            "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "<a><![CDATA[x]]></a>", "<a>&#99999999999;</a>", "<a/>x", "<></>",
        ])
    func allElseIsRefused(_ text: String) {
        #expect(XMLElements.root(of: Array(text.utf8)) == nil)
    }

    @Test func depthNumberAndBytesAreBounded() {
        let deep = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        #expect(XMLElements.root(of: Array(deep.utf8)) == nil)
        #expect(XMLElements.root(of: Array("<a>\(String(repeating: "<b/>", count: 30_000))</a>".utf8)) == nil)
        #expect(XMLElements.root(of: Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) == nil)
    }

    private func page(_ content: String) -> ListPage? {
        ListPage(Array("<ListBucketResult>\(content)</ListBucketResult>".utf8))
    }

    @Test func namesAreDecodedWhereTheServerSaysThatTheyAreEncoded() {
        let contents = "<Contents><Key>a+b%2B%0A</Key><Size>7</Size><ETag>&quot;x&quot;</ETag></Contents>"
        #expect(page("<EncodingType>url</EncodingType>\(contents)")?.objects.map(\.key) == ["a b+\n"])
        #expect(page(contents)?.objects == [ListedObject(key: "a+b%2B%0A", byteCount: 7, entityTag: "\"x\"")])
    }

    @Test(
        arguments: [
            "<Contents><Key>a</Key></Contents>", "<Contents><Key>a</Key><Size>-1</Size></Contents>",
            "<Contents><Size>1</Size></Contents>", "<CommonPrefixes/>", "<IsTruncated>true</IsTruncated>",
            "<EncodingType>url</EncodingType><Contents><Key>%zz</Key><Size>1</Size></Contents>",
        ])
    func pagesWithHolesAreRefused(_ content: String) {
        #expect(page(content) == nil)
    }

    @Test func damagedAnswersAreReadOrRefused() {
        let page = Array(
            """
            <?xml version="1.0"?><ListBucketResult xmlns="x"><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>\
            <NextContinuationToken>a&amp;b</NextContinuationToken><Contents><Key>a%20b</Key><Size>12</Size></Contents>\
            <CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes></ListBucketResult>
            """.utf8)
        #expect(ListPage(page)?.objects.count == 1)
        let marks = Array("<>/&;%\"'!?-a\0\u{FF}".utf8)
        var random = SeededGenerator(seed: 1)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var read = 0
        for _ in 0..<4000 {
            var damaged = page
            for _ in 0...next(3) {
                let place = next(damaged.count)
                switch next(3) {
                case 0: damaged[place] = marks[next(marks.count)]
                case 1: damaged.insert(marks[next(marks.count)], at: place)
                default: damaged.removeSubrange(place..<min(damaged.count, place + 1 + next(20)))
                }
            }
            guard let page = ListPage(damaged) else { continue }
            read += 1
            #expect(page.next != "" && page.objects.allSatisfy { $0.byteCount >= 0 })
        }
        #expect(read > 100 && read < 3900)
    }

    @Test func addressesOfObjects() {
        #expect(ObjectAddress("s3://photos/a/b c.jpg")?.key == "a/b c.jpg")
        #expect(ObjectAddress("S3://photos/A")?.description == "s3://photos/A")
        // A mark makes one character with the slash before it.
        #expect(ObjectAddress("s3://photos/\u{301}a")?.key == "\u{301}a")
        #expect(ObjectAddress("s3://photos")?.asFolder == ObjectAddress(bucket: "photos", key: ""))
        #expect(ObjectAddress("s3://photos/a")?.appending("b").description == "s3://photos/a/b")
        for text in [
            "s3:/photos/a", "photos", "s3:///a", "s3://a b/c", "s3://../x", "s3://p/\0",
            "s3://p/" + String(repeating: "x", count: 1025),
        ] {
            #expect(ObjectAddress(text) == nil, "\(text)")
        }
    }

    @Test func addressesOfServers() throws {
        for text in ["ftp://x", "http://", "http:///a", "http://user@x", "http://x?y", "http://x#y", "x", "http://a b"]
        {
            #expect(StorageEndpoint(text) == nil, "\(text)")
        }
        let own = try #require(StorageEndpoint("HTTPS://x:8443/s3//"))
        let cat = ObjectAddress(bucket: "b", key: "a b/c+d")
        #expect(own.url(cat, query: [:], region: "r") == "https://x:8443/s3/b/a%20b/c%2Bd")
        #expect(
            own.url(ObjectAddress(bucket: "b", key: ""), query: ["z": "", "a b": "=&/"], region: "r")
                == "https://x:8443/s3/b?a%20b=%3D%26%2F&z=")
        #expect(
            StorageEndpoint.amazon.url(cat, query: [:], region: "eu-west-1")
                == "https://b.s3.eu-west-1.amazonaws.com/a%20b/c%2Bd")
        #expect(
            StorageEndpoint.amazon.url(ObjectAddress(bucket: "b.c", key: ""), query: [:], region: "cn-north-1")
                == "https://s3.cn-north-1.amazonaws.com.cn/b.c")
        #expect(
            StorageEndpoint.amazon.url(ObjectAddress(bucket: "bc", key: ""), query: ["a": "1"], region: "r")
                == "https://bc.s3.r.amazonaws.com/?a=1")
    }
}
